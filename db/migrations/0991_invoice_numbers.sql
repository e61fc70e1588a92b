alter table purchase_invoice drop constraint purchase_invoice_supplier_id_invoice_no_key;
create index purchase_invoice_supplier_id_invoice_no_idx on purchase_invoice (supplier_id, invoice_no) where state in (0, 1, 2);
