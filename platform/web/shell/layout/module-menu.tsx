/** The pinned modules, at most five, and all others behind 更多. */
import { AppstoreOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { whenIdle } from '../../theme/idle.ts'
import { lazyPart } from '../../page/lazy-part.tsx'
import { homePath } from '../../page/guard.ts'
import { usePinned } from '../../home/common-menu.ts'
import { Loading } from '../../page/loading.tsx'
import { usePlace, useShell } from '../../page/shell-context.ts'
import { useOpenModule } from '../../home/module-pages.tsx'

const AllApplications = lazyPart<{ onOpen: () => void }>(() => import('./all-applications.tsx'))

export function ModuleMenu() {
  const { modules, moduleId, open } = useShell()
  const isHome = usePlace().pathname === homePath
  const openModule = useOpenModule()
  const pinned = usePinned(modules.map(module => module.moduleId))
  return (
    <nav className="zg-modules" aria-label={t('模块')}>
      <button type="button" className="zg-module" aria-current={isHome ? 'true' : undefined} onClick={() => open(homePath)}>
        {t('首页')}
      </button>
      {pinned.flatMap(id => {
        const module = modules.find(one => one.moduleId === id)
        if (module === undefined) return []
        return [
          <button
            key={id}
            type="button"
            className="zg-module"
            aria-current={id === moduleId && !isHome ? 'true' : undefined}
            onClick={() => openModule(module)}
          >
            {module.title}
          </button>,
        ]
      })}
      <More />
    </nav>
  )
}

function More() {
  const [open, setOpen] = useState(false)
  useEffect(() => whenIdle(() => void AllApplications.ahead()), [])
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomLeft"
      // the words of another language stand further to the right
      align={{ overflow: { shiftX: true, adjustY: true } }}
      arrow={false}
      destroyOnHidden
      title={t('全部应用')}
      content={
        <Suspense fallback={<Loading />}>
          <AllApplications onOpen={() => setOpen(false)} />
        </Suspense>
      }
    >
      <Button type="text" icon={<AppstoreOutlined aria-hidden />} aria-expanded={open}>
        {t('更多')}
      </Button>
    </Popover>
  )
}
