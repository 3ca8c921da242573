printf "\xef\xbb\xbf# one\r\n\"from\"\t\"to\"\tnote\r\n1\t4\tx\r\n" > pairs.tsv
allways path fixtures/square.gr --pairs pairs.tsv --quiet
printf "1;\"4\"\n" | allways path fixtures/square.gr --pairs - --quiet
printf "1 2\n3\n" | allways path fixtures/square.gr --pairs - --quiet && exit 1; exit 0
