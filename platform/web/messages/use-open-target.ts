/** What a message opens: a page of the product, the reports of imports, a file to fetch. */
import type { Message } from '../../declare/wire-messages.ts'
import { approvalPath } from '#platform/format/approval-path.ts'
import { fetchFile, saveFile } from '../api/download.ts'
import { basePath } from '../api/request.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { resolvePage } from '../page/routes.ts'
import { recordRouteOf, recordUrl } from '../page/record-routes.ts'
import { useShell } from '../page/shell-context.ts'

/** null: nothing that this person could open. `onImports` shows the reports where the message stands. */
export function useOpenTarget(onImports: (message: Message, ids: readonly string[]) => void): (message: Message) => (() => void) | null {
  const { routes, open } = useShell()
  return message => {
    const { target } = message
    if (target === null) return null
    if ('imports' in target) return () => onImports(message, target.imports)
    if ('file' in target) {
      const path = target.file.startsWith(basePath) ? target.file.slice(basePath.length) : target.file
      return () => void ignoreShownRefusal(fetchFile(path, undefined, target.name).then(saveFile))
    }
    if ('approval' in target) {
      const url = approvalPath(target.approval)
      return () => open(url)
    }
    if ('page' in target) {
      const [path = '', query = ''] = target.page.split('?')
      return resolvePage(routes, path, query === '' ? '' : `?${query}`) === null ? null : () => open(target.page)
    }
    const record = target.id === undefined ? null : recordRouteOf(routes, target.list)
    if (record !== null && target.id !== undefined) {
      const url = recordUrl(record, target.id)
      return () => open(url)
    }
    const page = routes.find(({ menu }) => menu.component === `list/${target.list}` || menu.component === `report/${target.list}`)
    if (page === undefined) return null
    return () => open(page.path)
  }
}
