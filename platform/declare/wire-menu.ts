/** What a node of the menus says of its subject, in GET /system/userprofile. Types alone. */
import type { UnreadKind } from './wire.ts'

export interface MenuWords {
  /** absent for a tab: behind the gear, below a record of a list, a second entry, in no menu */
  readonly at?: 'gear' | 'child' | 'again' | 'beside'
  /** list of the record it belongs to */
  readonly of?: string
  /** of one of several pages of a tab: its values of their axes. The first of them names tab and axes, the others follow it */
  readonly value?: readonly string[]
  readonly tab?: string
  readonly by?: readonly string[]
  /** name of its filter by shops: what it is set to goes along from tab to tab of the subject */
  readonly shops?: string
  /** unread ones of this kind stand behind its entry */
  readonly badge?: UnreadKind
  /** what the page was called */
  readonly formerly?: string
  /** words in the names of departments whose page it is */
  readonly departments?: readonly string[]
  // of a subject
  readonly section?: string
  readonly gearTitle?: string
  /** in 全部应用 and the search alone */
  readonly more?: true
  /** the entry leads to the first tab whose badge counts something */
  readonly opens?: 'waiting'
  /** addresses of before that lead here */
  readonly was?: readonly string[]
}
