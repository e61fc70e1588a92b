/** Answers of the calls of people, as the browser gets them. */

export interface ChartDepartment {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  readonly head: string | null
  /** of the department itself, on the day */
  readonly people: number
  /** null: no plan of the year */
  readonly planned: number | null
  readonly isClosed: boolean
}
export interface OrgChart {
  readonly day: string
  readonly departments: readonly ChartDepartment[]
}
