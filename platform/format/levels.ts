/**
 * How far a role goes in a subject: 查看, 处理, 管理. Stored are operations alone; the level is worked out of them. Operations 10 and from 100
 * come with no level: each is given by itself. Pure.
 */
export const levels = ['view', 'handle', 'manage'] as const
export type Level = (typeof levels)[number]
export type LevelOrNone = Level | 'none' | 'custom'

/** What may be granted on one permission of a subject. */
export interface Leveled {
  readonly permission: string
  /** pages to set the others up alone: it comes with 管理 */
  readonly isGear: boolean
  readonly operations: readonly number[]
}

/** by their numbers (platform/declare/operations.ts): view and export; add, edit and import; remove, audit, enable and disable */
const comesWith: Readonly<Record<Level, readonly number[]>> = {
  view: [2, 6],
  handle: [2, 6, 1, 3, 5],
  manage: [2, 6, 1, 3, 5, 4, 7, 8, 9],
}

/** Given by itself, with a sentence that says what it opens. */
export const isSensitive = (operation: number): boolean => !comesWith.manage.includes(operation)

/** Permission and operation as one key. */
export const pairOf = (permission: string, operation: number): string => `${permission} ${operation}`

/** What a level gives, as keys. */
export const pairsOfLevel = (of: readonly Leveled[], level: Level | 'none'): string[] =>
  level === 'none'
    ? []
    : of.flatMap(one =>
        one.isGear && level !== 'manage'
          ? []
          : one.operations.filter(id => comesWith[level].includes(id)).map(id => pairOf(one.permission, id)),
      )

/** The levels that differ: where a level gives no more than the one below there is none. */
export function levelsOf(of: readonly Leveled[]): Level[] {
  let below = 0
  return levels.filter(level => {
    const { length } = pairsOfLevel(of, level)
    const isMore = length > below
    below = length
    return isMore
  })
}

/** The level that gives exactly what is held, of what comes with levels. */
export function levelOf(of: readonly Leveled[], held: ReadonlySet<string>): LevelOrNone {
  const has = pairsOfLevel(of, 'manage').filter(pair => held.has(pair))
  if (has.length === 0) return 'none'
  const gives = (level: Level): boolean => {
    const pairs = pairsOfLevel(of, level)
    return pairs.length === has.length && pairs.every(pair => held.has(pair))
  }
  return levelsOf(of).find(gives) ?? 'custom'
}
