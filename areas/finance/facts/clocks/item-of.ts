/** What a kind of amount means in a month, in a statement by hand: the last mapping that began by then, unless it has ended. */
import { sql, type RawBuilder } from 'kysely'

export const itemOf = (kind: string, month: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql<number | null>`(select case when m.valid_to is null or m.valid_to > ${month} then m.item end from amazon_type_map m
    where m.kind_id = ${sql.ref(kind)} and m.valid_from <= ${month} order by m.valid_from desc limit 1)`
