/** Route map of claims: the list, its evidence, the rules, looking for claims and the text to send. */
import { reference } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import { act, type RouteMap } from '#platform/server/area.ts'
import { steps } from '#platform/server/steps.ts'
import { family, exportOf, list, one, update } from '#platform/server/records.ts'
import { claimLetter } from './letter-file.ts'
import { claimRule } from './rules.ts'
import { findClaims } from './run.ts'
import { claim, claimLine } from './tables.ts'

const plain = (r: unknown): Resource => r as Resource
const [claims, lines] = [plain(claim), plain(claimLine)]

export const claimRoutes: RouteMap = {
  'POST /amazonClaim/list': list(claims),
  'GET /amazonClaim/query/{id}': one(claims),
  'POST /amazonClaim/update': update(claims),
  'POST /amazonClaim/updateState': steps(claims),
  'POST /amazonClaim/listExport': exportOf(claims),
  'POST /amazonClaim/run': act(
    claims,
    {
      name: 'run',
      title: ['查找索赔', 'Find claims'],
      over: 'page',
      operation: operations.edit,
      input: {
        shopId: reference('店铺', 'Shop', 'shop', {
          optional: true,
          help: ['不选时为您能看到的全部亚马逊店铺。', 'All Amazon shops that you see unless one is chosen.'],
        }),
      },
    },
    (context, { input }) => findClaims(context, input['shopId'] == null ? [] : [asText(input['shopId'])]),
  ),
  'POST /amazonClaim/letter': act(
    claims,
    { name: 'letter', title: ['申请文本', 'Text to send'], over: 'row', operation: operations.view, result: 'file' },
    claimLetter,
  ),
  'POST /amazonClaim/lineList': list(lines),
  'POST /amazonClaim/lineExport': exportOf(lines),
  ...family('claimRule', plain(claimRule)),
}
