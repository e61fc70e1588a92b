/** Access: by what people and programs prove who they are. */
import type { Area } from '#platform/server/area.ts'
import { factorsKeyed } from '#platform/server/rights.ts'
import { factorRoutes } from './factors/routes.ts'
import { accessEnglish } from './refusals-en.ts'

export const access: Area = {
  name: 'access',
  title: ['开放与登录', 'Access'],
  resources: [],
  routes: factorRoutes,
  english: accessEnglish,
  keyed: [factorsKeyed],
}
