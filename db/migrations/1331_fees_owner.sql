ALTER TABLE "public"."certificate_fee" ADD COLUMN "owner_id" bigint;
update certificate_fee f set owner_id = z.owner_id from certificate z where z.id = f.certificate_id;
