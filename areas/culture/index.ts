/** Company culture: what the company tells its people and what they do together. Its parts are those of parts.ts. */
import type { Area, RowLock } from '#platform/server/area.ts'
import { followTogether, together } from '#platform/server/records.ts'
import { cultureModules } from './menu.ts'
import { cultureParts as parts } from './parts.ts'
import { cultureRoutes } from './routes.ts'

export { grantPoints } from './points/grant.ts'

export const culture: Area = {
  name: 'culture',
  title: ['企业文化', 'Culture'],
  resources: parts.flatMap(part => part.resources ?? []),
  modules: cultureModules,
  routes: cultureRoutes,
  english: Object.assign({}, ...parts.map(part => part.english)),
  homeCards: parts.flatMap(part => part.homeCards ?? []),
  waits: Object.assign({}, ...parts.map(part => part.waits)),
  reports: parts.flatMap(part => part.reports ?? []),
  timed: parts.flatMap(part => part.timed ?? []),
  notices: parts.flatMap(part => part.notices ?? []),
  jobs: Object.assign({}, ...parts.map(part => part.jobs)),
  arrivals: Object.assign({}, ...parts.map(part => part.arrivals)),
  follows: followTogether(parts.map(part => part.follows ?? {})),
  rowLocks: together(
    parts.map(part => part.rowLocks ?? {}),
    (lockers: readonly RowLock[]) => async (context, db, isRemoval) =>
      (await Promise.all(lockers.map(locker => locker(context, db, isRemoval)))).flat(),
  ),
  profile: async context =>
    Object.assign({}, ...(await Promise.all(parts.flatMap(part => (part.profile === undefined ? [] : [part.profile(context)]))))),
  demo: async people => {
    for (const part of parts) await part.demo?.(people)
  },
}
