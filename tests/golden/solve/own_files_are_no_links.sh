# exit 3
echo precious > victim
for link in table.omx.partial table.omx.partial.job table.npy.partial table.npy.partial.job; do
  ln -s victim $link
  allways solve fixtures/matrix.csv -o ${link%%.partial*} --log-level warning
  rm $link
done
ln -s victim table.omx.partial.layout
allways solve fixtures/square.gr -o table.omx --shard 1/2 --log-level error
cat victim
ls table*
rm -f table*
ln -s victim table.omx.partial
allways solve fixtures/matrix.csv -o table.omx --log-level warning
