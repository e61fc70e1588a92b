/** 开始使用: the steps of setting up with what is done, and the lists that can be filled with usual records. */
import { permissionOf } from '#platform/declare/resource.ts'
import { systemAdmin } from '#platform/declare/operations.ts'
import { call, type Context, type RouteMap } from '#platform/server/area.ts'
import { hasAny } from '#platform/server/records.ts'
import type { SetupAnswer, SetupFace, UsualFace } from '../answers.ts'

/** Lists with 载入常用…, in the order of the areas. One that asks for something first is only pointed at. */
async function usualLists(context: Context, at: 0 | 1): Promise<UsualFace[]> {
  const { routes, modules } = context.house.registry
  const pages = modules.flatMap(module => module.groups.flatMap(group => group.pages))
  const faces: UsualFace[] = []
  for (const { method, path, resource, actions = [] } of routes) {
    const face = actions.find(one => one.usual === true)
    const page = resource && pages.find(one => one.permission === permissionOf(resource) && one.name === resource.type)
    if (face === undefined || resource === undefined || page === undefined) continue
    faces.push({
      title: face.title[at],
      list: page.title[at],
      path: page.path,
      call: method === 'POST' && face.input === undefined ? path : null,
      isDone: await hasAny(context, resource),
    })
  }
  return faces
}

async function setup(context: Context): Promise<SetupAnswer> {
  const at = context.language === 'en' ? 1 : 0
  const usual = await usualLists(context, at)
  const list: SetupFace[] = []
  for (const { code, title, why, path, ...step } of context.house.registry.setupSteps)
    list.push({
      code,
      title: title[at],
      why: why[at],
      path,
      usual: usual.find(one => one.path === path) ?? null,
      isDone: await step.isDone(context),
    })
  return { list, usual: usual.filter(one => list.every(step => step.path !== one.path)) }
}

export const setupRoutes: RouteMap = {
  'GET /setup/steps': call({ demand: systemAdmin, summary: '开始使用的步骤' }, setup),
}
