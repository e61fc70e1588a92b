-- a batch is followed through its moves
create index goods_move_batch_id_idx on goods_move (batch_id) where batch_id is not null;
