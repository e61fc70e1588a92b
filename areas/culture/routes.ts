/** Route map of company culture: the calls of its parts. A call that two parts bind is a fault. */
import type { RouteMap } from '#platform/server/area.ts'
import { cultureParts } from './parts.ts'

export const cultureRoutes: RouteMap = Object.fromEntries(
  cultureParts
    .flatMap(part => Object.entries(part.routes ?? {}))
    .map(([path, route], at, all) => {
      if (all.findIndex(([other]) => other === path) !== at) throw new Error(`culture: ${path} is bound twice`)
      return [path, route]
    }),
)
