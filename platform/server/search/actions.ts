/** What a person may begin from the search over everything: it follows from the calls of each list and from his rights. */
import type { Title } from '#platform/declare/title.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { FoundAction } from '#platform/declare/wire.ts'
import { satisfies } from '../calls/may.ts'
import { mayView } from '../calls/view-demands.ts'
import type { Context } from '../contract/context.ts'
import { editableFields } from '../lists/editable-fields.ts'

export const beginActions = (context: Context): FoundAction[] =>
  [...context.house.registry.types.values()].filter(r => mayView(context, r)).flatMap(r => ofList(context, r))

function ofList({ caller, house, language }: Context, r: Resource): FoundAction[] {
  const at = language === 'en' ? 1 : 0
  const allowed = house.registry.routes.filter(route => satisfies(caller, route.demand))
  const mine = allowed.filter(route => route.resource?.table === r.table)
  const one = (name: string, title: Title): FoundAction => ({ type: r.type ?? '', name, title: title[at] })
  const [zh, en] = [r.title[0], r.title[1].toLowerCase()]
  const mayAdd = mine.some(({ verb }) => verb === 'add') && editableFields(r).length > 0
  const mayImport = allowed.some(({ upload }) => upload?.on.some(on => on.table === r.table) === true)
  return [
    ...(mayAdd ? [one('add', [`新增${zh}`, `Add ${en}`])] : []),
    ...(mayImport ? [one('import', [`导入${zh}`, `Import ${en}`])] : []),
    ...mine.flatMap(({ actions = [] }) =>
      actions.flatMap(({ name, over, title }) =>
        over === 'page' ? [one(name, [`${zh}：${title[0]}`, `${r.title[1]}: ${title[1]}`])] : [],
      ),
    ),
  ]
}
