create table finance_close_item (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  company_id bigint not null default '0',
  item text not null,
  owner_id bigint,
  state smallint not null default 0,
  reason text not null default '',
  found text not null default '',
  said_by text not null default '',
  said_at timestamptz,
  constraint finance_close_item_pkey primary key (id)
);
alter table finance_close_item add constraint finance_close_item_month_company_id_item_key unique (org_id, month, company_id, item);
create trigger finance_close_item_closed_insert after insert on finance_close_item
  referencing new table as came
  for each statement execute function
    refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by');
create trigger finance_close_item_closed_update after update on finance_close_item
  referencing old table as went new table as came
  for each statement execute function
    refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by');
create trigger finance_close_item_closed_delete after delete on finance_close_item
  referencing old table as went
  for each statement execute function
    refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by');
ALTER TABLE "public"."finance_close_item" ADD CONSTRAINT "finance_close_item_org_id_fkey"
  FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."finance_close_item" ADD CONSTRAINT "finance_close_item_owner_id_fkey"
  FOREIGN KEY (owner_id) REFERENCES public.employee(id);
CREATE TRIGGER amazon_dropshipping_closed_delete AFTER DELETE ON public.amazon_dropshipping
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER amazon_dropshipping_closed_insert AFTER INSERT ON public.amazon_dropshipping
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER amazon_dropshipping_closed_update AFTER UPDATE ON public.amazon_dropshipping
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER amazon_multichannel_order_closed_delete AFTER DELETE ON public.amazon_multichannel_order
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER amazon_multichannel_order_closed_insert AFTER INSERT ON public.amazon_multichannel_order
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER amazon_multichannel_order_closed_update AFTER UPDATE ON public.amazon_multichannel_order
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER amazon_settlement_line_closed_delete AFTER DELETE ON public.amazon_settlement_line
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,audit_state,import_id');
CREATE TRIGGER amazon_settlement_line_closed_insert AFTER INSERT ON public.amazon_settlement_line
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,audit_state,import_id');
CREATE TRIGGER amazon_settlement_line_closed_update AFTER UPDATE ON public.amazon_settlement_line
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,audit_state,import_id');
CREATE TRIGGER amazon_subsidy_closed_delete AFTER DELETE ON public.amazon_subsidy
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER amazon_subsidy_closed_insert AFTER INSERT ON public.amazon_subsidy
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER amazon_subsidy_closed_update AFTER UPDATE ON public.amazon_subsidy
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER amazon_summary_line_closed_delete AFTER DELETE ON public.amazon_summary_line
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,audit_state,import_id');
CREATE TRIGGER amazon_summary_line_closed_insert AFTER INSERT ON public.amazon_summary_line
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,audit_state,import_id');
CREATE TRIGGER amazon_summary_line_closed_update AFTER UPDATE ON public.amazon_summary_line
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,audit_state,import_id');
CREATE TRIGGER amazon_transaction_line_closed_delete AFTER DELETE ON public.amazon_transaction_line
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,settlement_id,remark,audit_state,import_id');
CREATE TRIGGER amazon_transaction_line_closed_insert AFTER INSERT ON public.amazon_transaction_line
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,settlement_id,remark,audit_state,import_id');
CREATE TRIGGER amazon_transaction_line_closed_update AFTER UPDATE ON public.amazon_transaction_line
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,settlement_id,remark,audit_state,import_id');
CREATE TRIGGER bank_match_closed_delete AFTER DELETE ON public.bank_match
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('first_on', 'org_id', 'version,updated_at,updated_by,note,rule_id');
CREATE TRIGGER bank_match_closed_insert AFTER INSERT ON public.bank_match
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('first_on', 'org_id', 'version,updated_at,updated_by,note,rule_id');
CREATE TRIGGER bank_match_closed_update AFTER UPDATE ON public.bank_match
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('first_on', 'org_id', 'version,updated_at,updated_by,note,rule_id');
CREATE TRIGGER cost_addition_closed_delete AFTER DELETE ON public.cost_addition
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('counts_from', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER cost_addition_closed_insert AFTER INSERT ON public.cost_addition
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('counts_from', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER cost_addition_closed_update AFTER UPDATE ON public.cost_addition
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('counts_from', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER cost_allocation_closed_delete AFTER DELETE ON public.cost_allocation
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by');
CREATE TRIGGER cost_allocation_closed_insert AFTER INSERT ON public.cost_allocation
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by');
CREATE TRIGGER cost_allocation_closed_update AFTER UPDATE ON public.cost_allocation
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by');
CREATE TRIGGER cost_allocation_share_closed_delete AFTER DELETE ON public.cost_allocation_share
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'shop_id', 'version,updated_at,updated_by');
CREATE TRIGGER cost_allocation_share_closed_insert AFTER INSERT ON public.cost_allocation_share
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'shop_id', 'version,updated_at,updated_by');
CREATE TRIGGER cost_allocation_share_closed_update AFTER UPDATE ON public.cost_allocation_share
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'shop_id', 'version,updated_at,updated_by');
CREATE TRIGGER cost_invoice_closed_delete AFTER DELETE ON public.cost_invoice
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('counts_from', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER cost_invoice_closed_insert AFTER INSERT ON public.cost_invoice
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('counts_from', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER cost_invoice_closed_update AFTER UPDATE ON public.cost_invoice
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('counts_from', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER cost_receipt_closed_delete AFTER DELETE ON public.cost_receipt
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER cost_receipt_closed_insert AFTER INSERT ON public.cost_receipt
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER cost_receipt_closed_update AFTER UPDATE ON public.cost_receipt
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER currency_rate_closed_delete AFTER DELETE ON public.currency_rate
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by,source');
CREATE TRIGGER currency_rate_closed_insert AFTER INSERT ON public.currency_rate
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by,source');
CREATE TRIGGER currency_rate_closed_update AFTER UPDATE ON public.currency_rate
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by,source');
CREATE TRIGGER ebay_order_profit_closed_delete AFTER DELETE ON public.ebay_order_profit
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER ebay_order_profit_closed_insert AFTER INSERT ON public.ebay_order_profit
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER ebay_order_profit_closed_update AFTER UPDATE ON public.ebay_order_profit
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER ebay_order_profit_delivery_closed_delete AFTER DELETE ON public.ebay_order_profit_delivery
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER ebay_order_profit_delivery_closed_insert AFTER INSERT ON public.ebay_order_profit_delivery
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER ebay_order_profit_delivery_closed_update AFTER UPDATE ON public.ebay_order_profit_delivery
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER final_leg_fee_closed_delete AFTER DELETE ON public.final_leg_fee
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('shipped_on', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER final_leg_fee_closed_insert AFTER INSERT ON public.final_leg_fee
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('shipped_on', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER final_leg_fee_closed_update AFTER UPDATE ON public.final_leg_fee
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('shipped_on', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER finance_accrual_closed_delete AFTER DELETE ON public.finance_accrual
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by,reversed,state,reversed_on,age,band,note');
CREATE TRIGGER finance_accrual_closed_insert AFTER INSERT ON public.finance_accrual
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by,reversed,state,reversed_on,age,band,note');
CREATE TRIGGER finance_accrual_closed_update AFTER UPDATE ON public.finance_accrual
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by,reversed,state,reversed_on,age,band,note');
CREATE TRIGGER finance_correction_closed_delete AFTER DELETE ON public.finance_correction
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by,reason');
CREATE TRIGGER finance_correction_closed_insert AFTER INSERT ON public.finance_correction
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by,reason');
CREATE TRIGGER finance_correction_closed_update AFTER UPDATE ON public.finance_correction
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by,reason');
CREATE TRIGGER finance_cost_line_closed_delete AFTER DELETE ON public.finance_cost_line
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by');
CREATE TRIGGER finance_cost_line_closed_insert AFTER INSERT ON public.finance_cost_line
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by');
CREATE TRIGGER finance_cost_line_closed_update AFTER UPDATE ON public.finance_cost_line
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by');
CREATE TRIGGER finance_summary_closed_delete AFTER DELETE ON public.finance_summary
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by,fact_amount,audit_state,audited_by,audited_at,remark');
CREATE TRIGGER finance_summary_closed_insert AFTER INSERT ON public.finance_summary
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by,fact_amount,audit_state,audited_by,audited_at,remark');
CREATE TRIGGER finance_summary_closed_update AFTER UPDATE ON public.finance_summary
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by,fact_amount,audit_state,audited_by,audited_at,remark');
CREATE TRIGGER first_leg_fee_closed_delete AFTER DELETE ON public.first_leg_fee
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('period', 'org_id', 'version,updated_at,updated_by,fee,stated_fee,currency,remark');
CREATE TRIGGER first_leg_fee_closed_insert AFTER INSERT ON public.first_leg_fee
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('period', 'org_id', 'version,updated_at,updated_by,fee,stated_fee,currency,remark');
CREATE TRIGGER first_leg_fee_closed_update AFTER UPDATE ON public.first_leg_fee
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('period', 'org_id', 'version,updated_at,updated_by,fee,stated_fee,currency,remark');
CREATE TRIGGER first_leg_shipment_closed_delete AFTER DELETE ON public.first_leg_shipment
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('period', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER first_leg_shipment_closed_insert AFTER INSERT ON public.first_leg_shipment
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('period', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER first_leg_shipment_closed_update AFTER UPDATE ON public.first_leg_shipment
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('period', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER market_line_closed_delete AFTER DELETE ON public.market_line
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,import_id');
CREATE TRIGGER market_line_closed_insert AFTER INSERT ON public.market_line
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,import_id');
CREATE TRIGGER market_line_closed_update AFTER UPDATE ON public.market_line
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,import_id');
CREATE TRIGGER shop_profit_item_closed_delete AFTER DELETE ON public.shop_profit_item
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER shop_profit_item_closed_insert AFTER INSERT ON public.shop_profit_item
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER shop_profit_item_closed_update AFTER UPDATE ON public.shop_profit_item
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER stock_cost_closed_delete AFTER DELETE ON public.stock_cost
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'shop_id', 'version,updated_at,updated_by');
CREATE TRIGGER stock_cost_closed_insert AFTER INSERT ON public.stock_cost
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'shop_id', 'version,updated_at,updated_by');
CREATE TRIGGER stock_cost_closed_update AFTER UPDATE ON public.stock_cost
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'shop_id', 'version,updated_at,updated_by');
CREATE TRIGGER stock_flow_closed_delete AFTER DELETE ON public.stock_flow
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'shop_id', 'version,updated_at,updated_by');
CREATE TRIGGER stock_flow_closed_insert AFTER INSERT ON public.stock_flow
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'shop_id', 'version,updated_at,updated_by');
CREATE TRIGGER stock_flow_closed_update AFTER UPDATE ON public.stock_flow
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'shop_id', 'version,updated_at,updated_by');
CREATE TRIGGER stock_freight_closed_delete AFTER DELETE ON public.stock_freight
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('counts_from', 'org_id', 'version,updated_at,updated_by');
CREATE TRIGGER stock_freight_closed_insert AFTER INSERT ON public.stock_freight
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('counts_from', 'org_id', 'version,updated_at,updated_by');
CREATE TRIGGER stock_freight_closed_update AFTER UPDATE ON public.stock_freight
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('counts_from', 'org_id', 'version,updated_at,updated_by');
CREATE TRIGGER stock_movement_closed_delete AFTER DELETE ON public.stock_movement
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER stock_movement_closed_insert AFTER INSERT ON public.stock_movement
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER stock_movement_closed_update AFTER UPDATE ON public.stock_movement
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER stock_sale_closed_delete AFTER DELETE ON public.stock_sale
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'shop_id', 'version,updated_at,updated_by');
CREATE TRIGGER stock_sale_closed_insert AFTER INSERT ON public.stock_sale
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'shop_id', 'version,updated_at,updated_by');
CREATE TRIGGER stock_sale_closed_update AFTER UPDATE ON public.stock_sale
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'shop_id', 'version,updated_at,updated_by');
CREATE TRIGGER stock_take_closed_delete AFTER DELETE ON public.stock_take
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by');
CREATE TRIGGER stock_take_closed_insert AFTER INSERT ON public.stock_take
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by');
CREATE TRIGGER stock_take_closed_update AFTER UPDATE ON public.stock_take
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('day', 'org_id', 'version,updated_at,updated_by');
CREATE TRIGGER stock_value_closed_delete AFTER DELETE ON public.stock_value
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by');
CREATE TRIGGER stock_value_closed_insert AFTER INSERT ON public.stock_value
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by');
CREATE TRIGGER stock_value_closed_update AFTER UPDATE ON public.stock_value
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('month', 'org_id', 'version,updated_at,updated_by');
CREATE TRIGGER yx_ae_order_profit_closed_delete AFTER DELETE ON public.yx_ae_order_profit
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER yx_ae_order_profit_closed_insert AFTER INSERT ON public.yx_ae_order_profit
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER yx_ae_order_profit_closed_update AFTER UPDATE ON public.yx_ae_order_profit
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER yx_ae_order_profit_delivery_closed_delete AFTER DELETE ON public.yx_ae_order_profit_delivery
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER yx_ae_order_profit_delivery_closed_insert AFTER INSERT ON public.yx_ae_order_profit_delivery
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER yx_ae_order_profit_delivery_closed_update AFTER UPDATE ON public.yx_ae_order_profit_delivery
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER yx_order_profit_closed_delete AFTER DELETE ON public.yx_order_profit
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER yx_order_profit_closed_insert AFTER INSERT ON public.yx_order_profit
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER yx_order_profit_closed_update AFTER UPDATE ON public.yx_order_profit
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER yx_order_profit_delivery_closed_delete AFTER DELETE ON public.yx_order_profit_delivery
  REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER yx_order_profit_delivery_closed_insert AFTER INSERT ON public.yx_order_profit_delivery
  REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,remark');
CREATE TRIGGER yx_order_profit_delivery_closed_update AFTER UPDATE ON public.yx_order_profit_delivery
  REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION
    public.refuse_closed_month('booked_on', 'shop_id', 'version,updated_at,updated_by,remark');
-- Whoever may close months goes on doing all that closing takes: the items of its checklist have a right of their own, editing.
INSERT INTO public.role_permission (org_id, role_id, permission, operation)
  SELECT c.org_id, c.role_id, c.permission, 3 FROM public.role_permission c WHERE c.permission = 'finance.month' AND c.operation = 100
    AND NOT EXISTS (SELECT 1 FROM public.role_permission e
      WHERE e.role_id = c.role_id AND e.permission = 'finance.month' AND e.operation = 3);
