/** Levels: the highest one whose points a person has ever earned. Never stored. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { UploadedFile } from '#platform/declare/wire-values.ts'
import { type Context, type Tx, type RecordChange, refuse } from '#platform/server/area.ts'
import { allOf } from '#platform/server/lists.ts'
import type { Level, OwnLevel } from './answers.ts'
import { culturalLevel } from './tables.ts'

const levelOf = (row: Row): Level => ({
  id: row.id,
  levelNo: Number(row['levelNo']),
  name: String(row['name']),
  minPoint: Number(row['minPoint']),
  imageUrl: ((row['image'] ?? []) as readonly UploadedFile[])[0]?.link ?? null,
  privileges: (row['privileges'] as string | null) ?? null,
})

/** The lowest first. */
export const levelsOf = async (context: Context): Promise<readonly Level[]> => (await allOf(context, culturalLevel, [])).map(levelOf)

/** `maxPoint`: where the next level begins; at the top, and without levels, the points themselves. Pure. */
export function ownLevel(levels: readonly Level[], gained: number): OwnLevel {
  const level = levels.findLast(one => one.minPoint <= gained) ?? null
  const next = levels.find(one => one.minPoint > gained) ?? null
  return { level, next, maxPoint: next?.minPoint ?? gained }
}

/** There is a level for everybody: the first begins with 0. */
export async function keepFirst(_context: Context, tx: Tx, _changes: readonly RecordChange[]): Promise<void> {
  const lowest = await tx.selectFrom('cultural_level').select('min_point').orderBy('min_point').limit(1).executeTakeFirst()
  if (lowest !== undefined && lowest.min_point !== 0) throw refuse.rule(sentence`要有一个等级的起始积分为 0，请先建立或保留它`)
}
