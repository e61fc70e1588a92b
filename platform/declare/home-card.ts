/**
 * Home card: what an area shows on the workbench. Drawn by the area's own `<component>.card.tsx`; whoever lacks the right does not get it.
 */
import { operations, type OperationId } from './operations.ts'
import type { Title } from './title.ts'

export interface HomeCard {
  /** unique over all areas; kept in people's arrangements, so it never changes */
  readonly key: string
  readonly title: Title
  /** file of the card: `finance/amazon/profit/profit-trend` is `areas/finance/amazon/profit/profit-trend.card.tsx` */
  readonly component: string
  /** permission whose `operation` (view unless said) a person needs; null: everybody */
  readonly permission: string | null
  readonly operation: OperationId
  /** only while the caller's organisation lacks something that a new company needs, for system administrators */
  readonly settingUp: boolean
  /** takes the place of two */
  readonly wide: boolean
  /** has more to show when it is opened large */
  readonly large: boolean
  /** what it tells: figures come first, then what waits for the person, then the rest, until he arranges them otherwise */
  readonly tells: 'figures' | 'waiting' | 'other'
  /** pages that show it: the workbench, where people arrange their cards, and the culture home, where all have the declared order */
  readonly on: readonly HomePlace[]
}
export type HomePlace = 'home' | 'culture'

type Given = Pick<HomeCard, 'key' | 'title' | 'component' | 'permission'> &
  Partial<Pick<HomeCard, 'operation' | 'settingUp' | 'wide' | 'large' | 'tells' | 'on'>>

export const homeCard = (card: Given): HomeCard => ({
  operation: operations.view,
  settingUp: false,
  wide: false,
  large: false,
  tells: 'other',
  on: ['home'],
  ...card,
})
