/**
 * How a list can be seen beside its table: board, checklist, calendar, Gantt, tree, a grid of a month. Filters, rights, totals and search
 * are those of the list; the view is part of the page's address and of schemes.
 */

export const listViews = ['table', 'board', 'checklist', 'calendar', 'gantt', 'tree', 'grid'] as const
export type ListView = (typeof listViews)[number]

/** What a card, a bar or an entry of the calendar shows. */
export interface CardWords<Name extends string = string> {
  /** absent: what a reference to the record shows */
  readonly title?: Name
  /** second line */
  readonly subtitle?: Name
  /** choices, flags and references as tags */
  readonly tags?: readonly Name[]
  /** a reference to an employee, or to whoever it belongs to */
  readonly person?: Name
  /** date or instant by which it is due */
  readonly due?: Name
  /** on a phone, where a row is a card: the figure at its end; absent: its first money, else its first number */
  readonly amount?: Name
  /** on a phone: the choice that stands beside the title; absent: the state of its machine, else its first choice with tones */
  readonly state?: Name
}

/** Days that a record lies in: both are dates, or both instants. Without `to` it lies in one day. */
export interface SpanWords<Name extends string = string> {
  readonly from: Name
  readonly to?: Name
}

export interface GanttWords<Name extends string = string> extends SpanWords<Name> {
  readonly to: Name
  /** per cent, 0 to 100 */
  readonly progress?: Name
  /** `links` to records of the same resource that end before this one begins; never in a circle */
  readonly dependsOn?: Name
  /** reference to the record above it, as `tree` of the resource */
  readonly parent?: Name
}

/** Rows by the days of a month; the routes `cells` and, where cells are written in, `writeCells` of the resource answer and take them. */
export interface GridWords<Name extends string = string> {
  /** reference to what a row is: a person */
  readonly row: Name
  /** the day */
  readonly column: Name
  /** what a cell shows */
  readonly cell: Name
  /** a flag; cells without it carry a mark */
  readonly mark?: Name
}

export interface ShownAs<Name extends string = string> {
  readonly card?: CardWords<Name>
  /** columns are the values of this choice; a card is moved by the step of a state, else by an update */
  readonly board?: { readonly by: Name; readonly without?: readonly number[] }
  /** lines to be done, in groups by this; done are states with these codes. In a tab of a record they are shown so at once */
  readonly checklist?: { readonly by: Name; readonly done: readonly number[]; readonly required?: Name }
  readonly calendar?: SpanWords<Name>
  readonly gantt?: GanttWords<Name>
  /** rows below each other by `tree` of the resource */
  readonly tree?: true
  readonly grid?: GridWords<Name>
  /** the view a list opens with; absent: the table */
  readonly first?: ListView
}
