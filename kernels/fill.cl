// fill: stores to every 16 bytes of a buffer, which is as fast as a device can write: the yardstick for work that is
// bound by writing. One work-item stores a vector; work-items of a group follow each other in memory.
kernel void fill(global uint4* restrict words, uint value) {
    words[get_global_id(0)] = (uint4)(value);
}
