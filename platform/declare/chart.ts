/** Chart: figures of one record over days, weeks or other points, drawn in a tab of its page. What it reads is bound on the server. */
import type { Title } from './title.ts'

export interface ChartFace {
  readonly name: string
  readonly title: Title
}
