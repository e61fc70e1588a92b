/** What the calls of generated SQL take and answer. Types alone: the browser imports them too. */
export interface SqlAsk {
  /** `list:<type>` or `report:<name>` */
  readonly source: string
  /** what the list or report is asked for; `fields` of a list are its columns, absent: those it shows at first */
  readonly query: Readonly<Record<string, unknown>>
}
export interface SqlColumn {
  readonly name: string
  readonly title: string
}
export interface MadeSql {
  readonly source: string
  readonly title: string
  readonly text: string
  readonly columns: readonly SqlColumn[]
}
export interface RanSql extends MadeSql {
  /** values as text, in the order of the columns; null: empty */
  readonly rows: readonly (readonly (string | null)[])[]
  readonly tookMs: number
  /** there are more rows than are shown */
  readonly isCut: boolean
}
