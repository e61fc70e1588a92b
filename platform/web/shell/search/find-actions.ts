/** What can be done from the search: what lists let the person begin, and what the shell itself does. */
import { useQuery } from '@tanstack/react-query'
import type { FoundAction } from '../../../declare/wire.ts'
import { api } from '../../api/client.ts'
import { t } from '../../i18n/t.ts'
import { beginPath } from '../../values/list-state.ts'
import { saveSettings, useSettings } from '../../theme/settings.ts'
import { isDarkPage } from '../../theme/tokens.ts'
import { useAskSignOut } from '../layout/use-ask-sign-out.ts'
import type { PageRoute } from '../../page/page-route.ts'
import { shellKey, useShell } from '../../page/shell-context.ts'
import type { FoundPage } from '../../page/find-pages.ts'

const fewMinutesMs = 300_000

/** An action leads to the page of its list; null: the person has no such page. */
export function actionLine(routes: readonly PageRoute[], { type, name, title }: FoundAction): FoundPage | null {
  const menu = routes.find(one => one.menu.component === `list/${type}`)?.menu
  if (menu === undefined) return null
  return { menuId: `${type} begin ${name}`, url: beginPath(menu.path, name), title, module: t('快捷操作'), opened: { type, name } }
}

export function useActions(): readonly FoundPage[] {
  const { routes } = useShell()
  const settings = useSettings()
  const askSignOut = useAskSignOut()
  const { data = [] } = useQuery({
    queryKey: [shellKey, 'begin'],
    queryFn: ({ signal }) => api.get<readonly FoundAction[]>('/listField/begin', {}, { signal, quiet: true }),
    staleTime: fewMinutesMs,
    throwOnError: false,
  })
  const isDark = isDarkPage(settings.navTheme)
  const own = (menuId: string, title: string, act: () => void): FoundPage => ({ menuId, url: '', title, module: t('快捷操作'), act })
  return [
    ...data.flatMap(one => actionLine(routes, one) ?? []),
    own('shell dark', isDark ? t('切换浅色') : t('切换深色'), () => {
      // the call shows why it is not kept; the style is in force all the same
      void saveSettings({ ...settings, navTheme: isDark ? 'light' : 'realdark' }).catch(() => undefined)
    }),
    own('shell signOut', t('退出登录'), askSignOut),
  ]
}
