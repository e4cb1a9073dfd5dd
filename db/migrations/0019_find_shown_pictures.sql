-- The server fetches a picture only when some video or profile shows it: these find it by its address.
-- By hash, since addresses may be longer than an ordinary index takes.
create index videos_by_provider_thumbnail on videos using hash (provider_thumbnail_url);
create index videos_by_places_photo on videos using hash (places_photo_url);
-- Most thumbnails and profile pictures are addresses of our own copies.
create index videos_by_foreign_thumbnail on videos using hash (thumbnail_url) where thumbnail_url like 'http%';
create index users_by_foreign_picture on users using hash (avatar_url) where avatar_url like 'http%';
