-- Points that came in along a line made it grow with their square: 20,000 of one person filled gigabytes. Without it the
-- distances of as many are sorted in some 40 ms.
drop index if exists videos_by_distance;
