/** Route map of the culture home. */
import { Object as O } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import { call, type RouteMap } from '#platform/server/area.ts'
import { celebrationsOf } from './celebrations.ts'

export const homeRoutes: RouteMap = {
  'GET /cultureHome/celebrations': call({ demand: signedIn, summary: '近期的生日与入职周年', input: O({}), write: false }, context =>
    celebrationsOf(context),
  ),
}
