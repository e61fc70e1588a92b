drop table unread_count;
