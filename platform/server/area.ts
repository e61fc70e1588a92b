/** Area: a business folder's registration. What a route line, a resource or a job belongs to. */
import type { Module } from '#platform/declare/page.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import type { House } from './house.ts'
import type { RouteMap } from './http/verbs.ts'
import type { FileFamily } from './imports/family.ts'
import type { ReportFace } from './registry.ts'

/** Runs in a job: payload as enqueued; `signal` aborts on shutdown or cancel. */
export type JobHandler = (house: House, payload: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<void>

export interface Area {
  readonly name: string
  readonly title: Title
  readonly resources: readonly Resource[]
  readonly modules?: readonly Module[]
  readonly routes: RouteMap
  readonly reports?: readonly ReportFace[]
  readonly families?: readonly FileFamily[]
  readonly jobs?: Readonly<Record<string, JobHandler>>
}
