# SPDX-License-Identifier: Apache-2.0
"""Writes the bill of materials of a wheel (SPDX 2.3, JSON) to standard output.

    sbom.py VERSION CARRIED

CARRIED has a line for each library that the wheel carries: name, version and licence, with tabs between them. The date is
SOURCE_DATE_EPOCH, so that two runs write the same.
"""

import datetime
import hashlib
import json
import os
import re
import sys

# What Debian's copyright files call licences that SPDX knows under other names. Names of SPDX stay as they are.
SPDX = {"Expat": "MIT", "LGPL-2.1+": "LGPL-2.1-or-later", "public-domain": "LicenseRef-public-domain",
        "BSD-3-clause": "BSD-3-Clause", "BSD-2-clause": "BSD-2-Clause", "libpng": "libpng-2.0",
        "BSD-2-Clause and Apache-2.0": "BSD-2-Clause AND Apache-2.0"}


def identifier(name: str) -> str:
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def package(name: str, version: str, licence: str) -> dict:
    declared = SPDX.get(licence, licence)
    return {"SPDXID": identifier(name), "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": declared, "copyrightText": "NOASSERTION"}


def main() -> None:
    version, carried = sys.argv[1:]
    own = {**package("allways", version, "Apache-2.0"), "primaryPackagePurpose": "LIBRARY"}
    packages, relations = [own], [("SPDXRef-DOCUMENT", "DESCRIBES", own["SPDXID"])]
    with open(carried, encoding="utf-8") as file:
        for line in sorted(set(file)):
            made = package(*line.rstrip("\n").split("\t"))
            packages.append(made)
            relations.append((own["SPDXID"], "CONTAINS", made["SPDXID"]))
    created = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), datetime.timezone.utc)
    content = hashlib.sha256(json.dumps(packages).encode()).hexdigest()
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"allways-{version}",
        "documentNamespace": f"urn:sha256:{content}",
        "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: scripts/wheel/sbom.py"]},
        "packages": packages,
        "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in relations],
        "hasExtractedLicensingInfos": [{"licenseId": "LicenseRef-public-domain", "extractedText": "In the public domain."}],
    }
    json.dump(document, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
