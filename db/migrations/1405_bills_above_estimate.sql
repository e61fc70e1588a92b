-- Open bills from before the column: the same question that a change of a bill asks (areas/finance/costs/freight/beyond.ts).
UPDATE "public"."first_leg_bill" b SET "beyond" = true
FROM (
  SELECT o.shipment_id, o.currency, sum(i.amount) FILTER (WHERE o.meaning = 2) AS estimate,
    coalesce(sum(i.amount) FILTER (WHERE o.meaning = 1), 0) AS billed
  FROM "public"."first_leg_bill" o JOIN "public"."first_leg_bill_item" i ON i.bill_id = o.id
  WHERE o.state = 1 GROUP BY 1, 2
) s
WHERE b.state = 0 AND b.meaning = 1 AND NOT b.beyond AND s.shipment_id = b.shipment_id
  AND (SELECT sum(i.amount) FROM "public"."first_leg_bill_item" i WHERE i.bill_id = b.id) > 0
  AND s.estimate > 0 AND CASE WHEN s.currency = b.currency
    THEN (SELECT sum(i.amount) FROM "public"."first_leg_bill_item" i WHERE i.bill_id = b.id) + s.billed > s.estimate * 103 / 100
    ELSE NOT EXISTS (SELECT FROM "public"."first_leg_bill" e JOIN "public"."first_leg_bill_item" i ON i.bill_id = e.id
      WHERE e.shipment_id = b.shipment_id AND e.currency = b.currency AND e.meaning = 2 AND e.state = 1
      HAVING sum(i.amount) > 0) END;
