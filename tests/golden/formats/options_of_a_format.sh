allways formats tsplib && allways formats osm && allways formats tntp-trips
