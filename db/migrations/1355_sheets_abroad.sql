-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."first_leg_bill" ADD COLUMN "beyond" boolean NOT NULL DEFAULT false;
ALTER TABLE "public"."freight_tariff" ADD COLUMN "carrier_id" bigint;
ALTER TABLE "public"."goods_count" ADD COLUMN "told_on" date;
ALTER TABLE "public"."freight_tariff" ADD CONSTRAINT "freight_tariff_carrier_id_fkey" FOREIGN KEY (carrier_id) REFERENCES public.carrier(id);
CREATE INDEX freight_tariff_carrier_id_idx ON public.freight_tariff USING btree (carrier_id);
