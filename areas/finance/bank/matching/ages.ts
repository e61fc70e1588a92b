/** The band of an age in days, as SQL. */
import { sql, type RawBuilder } from 'kysely'
import { bandDays } from '../../base/match-words.ts'

const [week, month, quarter] = bandDays
export const bandOf = (age: RawBuilder<number>): RawBuilder<number> => sql<number>`case when ${age} <= ${sql.lit(week)} then 1
  when ${age} <= ${sql.lit(month)} then 2 when ${age} <= ${sql.lit(quarter)} then 3 else 4 end::smallint`
