-- Counts of somebody whom posts name: found in indexes alone, which hold the posts that name somebody and no others.

drop index post_audience_member;
create index post_audience_member on post_audience (family_id, user_id, post_id);
create index posts_naming on posts (family_id, id) include (author_id, category_id, subcategory_id) where audience = 'people' and deleted_at is null;
create index post_people_naming on post_people (family_id, post_id) include (person_id, author_id) where audience = 'people' and shown;
