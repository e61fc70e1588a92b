/** The question mark of the top bar, and F1: the article of the page in front. */
import { QuestionCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, lazy, useEffect, useEffectEvent, useState } from 'react'
import { t } from '#platform/web/i18n/t.ts'
import { resolvePage } from '#platform/web/page/routes.ts'
import { withReload } from '#platform/web/page/chunk-load.ts'
import { useShell } from '#platform/web/page/shell-context.ts'

const HelpDrawer = lazy(withReload(() => import('./help-drawer.tsx')))

/** The page of a record is helped by the article of its list. */
const keyOf = (component: string | null | undefined): string | null => component?.replace(/^record\//, 'list/') ?? null

export function HelpSlot() {
  const { routes } = useShell()
  const [shown, setShown] = useState<{ readonly pageKey: string | null; readonly title: string } | null>(null)
  const open = (): void => {
    const page = resolvePage(routes, window.location.pathname, window.location.search)?.route.menu
    setShown({ pageKey: keyOf(page?.component), title: page?.meta.title ?? '' })
  }
  const hear = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== 'F1' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (shown === null) open()
    else setShown(null)
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => hear(event)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Button
        type="text"
        className="zg-help-button"
        icon={<QuestionCircleOutlined aria-hidden />}
        aria-label={t('本页的帮助')}
        title={`${t('本页的帮助')} (F1)`}
        onClick={open}
      />
      {shown !== null && (
        <Suspense fallback={null}>
          <HelpDrawer {...shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  )
}
