/**
 * Preset: what a kind of work needs of the subjects, as a role begins with it. Named are subjects with a level, tabs that differ from it,
 * and single rights that come with no level. Pure values; platform/server/presets.ts works out and checks them.
 */
import type { Title } from './title.ts'

/** How far a role goes in a subject: 查看, 处理, 管理 (platform/format/levels.ts). */
type Level = 'view' | 'handle' | 'manage'

interface PresetWords {
  /** so many entries its people have in the menu, at most */
  readonly atMost: number
  /** subjects by level; pages of everybody need none */
  readonly view?: readonly string[]
  readonly handle?: readonly string[]
  readonly manage?: readonly string[]
  /** subjects that stand in 全部应用 and are found, and not in the menu */
  readonly more?: readonly string[]
  /** by subject, tabs and pages behind the gear with a level of their own */
  readonly tabs?: Readonly<Record<string, Readonly<Record<string, Level | 'none'>>>>
  /** rights that come with no level: permission -> operations */
  readonly sensitive?: Readonly<Record<string, readonly number[]>>
  /** modules in the top menu */
  readonly pins: readonly string[]
  /** cards of its home page in order, by their keys; what is not named waits in 调整首页 */
  readonly home?: readonly string[]
  /** nobody has it as a role: what people without one see */
  readonly withoutRole?: true
  /** system administrators without a role have its home page */
  readonly ofAdministrators?: true
}
export interface Preset extends PresetWords {
  readonly id: string
  readonly title: Title
  readonly home: readonly string[]
  /** the one that it differs from in single rights */
  readonly variantOf?: string
}

export const preset = (id: string, title: Title, words: PresetWords): Preset => ({ home: [], id, title, ...words })
/** Another one with some single rights more. */
export const presetLike = (of: Preset, id: string, title: Title, sensitive: NonNullable<Preset['sensitive']>): Preset => ({
  ...of,
  id,
  title,
  variantOf: of.id,
  sensitive: { ...of.sensitive, ...sensitive },
})
