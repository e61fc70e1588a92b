/** 开始使用: the steps of setting up with what is done, and the usual records of one. */
import { Object as O, String as Text } from 'typebox'
import { systemAdmin } from '#platform/declare/operations.ts'
import { refuse } from '#platform/server/calls/refusal.ts'
import { call } from '#platform/server/calls/verbs.ts'
import type { Context } from '#platform/server/contract/context.ts'
import type { RouteMap } from '#platform/server/contract/route.ts'
import type { SetupFace } from '../answers.ts'

async function setupSteps(context: Context): Promise<{ list: SetupFace[] }> {
  const at = context.language === 'en' ? 1 : 0
  const list: SetupFace[] = []
  for (const { code, title, why, path, usual, ...step } of context.house.registry.setupSteps)
    list.push({ code, title: title[at], why: why[at], path, usual: usual?.title[at] ?? null, isDone: await step.isDone(context) })
  return { list }
}

async function bringUsual(context: Context, code: string): Promise<{ brought: number }> {
  const usual = context.house.registry.setupSteps.find(step => step.code === code)?.usual
  if (usual === undefined) throw refuse.unknown(['步骤', 'Step'])
  return { brought: await usual.bring(context) }
}

export const setupRoutes: RouteMap = {
  'GET /setup/steps': call({ demand: systemAdmin, summary: '开始使用的步骤' }, setupSteps),
  'POST /setup/bringUsual': call(
    { demand: systemAdmin, summary: '载入一个步骤的常用数据', input: O({ code: Text({ title: '步骤', minLength: 1, maxLength: 40 }) }) },
    (context, { input }) => bringUsual(context, input['code'] as string),
  ),
}
