# exit 3
# A cell above the value of unreachable is damage, whatever reads the table.
allways solve fixtures/square.gr -o a.omx --dtype raw --quiet
python3 - <<END
import struct
data = open("a.omx", "rb").read()
unreachable = struct.pack("<i", 2**30 - 1)
at = data.index(unreachable * 2)
open("b.omx", "wb").write(data[:at] + struct.pack("<i", 2**30) + data[at + 4:])
END
allways verify b.omx --network fixtures/square.gr --quiet; echo "exit $?"
allways diff a.omx b.omx
