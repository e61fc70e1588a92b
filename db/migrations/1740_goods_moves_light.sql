-- What the function that writes moves has made or read itself is not looked for again for each line; a document is found by its number.
alter table goods_move drop constraint goods_move_from_warehouse_id_fkey, drop constraint goods_move_to_warehouse_id_fkey,
  drop constraint goods_move_posting_id_fkey;
drop index goods_move_search_idx;
