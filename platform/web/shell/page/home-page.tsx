/** Home: a greeting, the day, and every page the person may open. */
import dayjs from 'dayjs'
import { Empty } from 'antd'
import { currentLanguage } from '../../i18n/language.ts'
import { t } from '../../i18n/t.ts'
import { ModulePages } from '../layout/module-pages.tsx'
import { leavesOf } from '../menu/routes.ts'
import { shownName } from '../profile.ts'
import { useShell } from '../shell-context.ts'
import { greetingAt } from './greeting.ts'

export default function HomePage() {
  const { profile, modules } = useShell()
  const now = dayjs()
  const withPages = modules.filter(module => leavesOf(module.menus).length > 0)
  const day = currentLanguage() === 'zh-CN' ? now.format('YYYY年M月D日 dddd') : now.format('YYYY-MM-DD dddd')
  return (
    <div className="zg-home">
      <div className="zg-home-head">
        <h1>{greetingAt(now.hour(), shownName(profile))}</h1>
        <p>{[day, profile.deptName].filter(Boolean).join(' · ')}</p>
      </div>
      {withPages.length === 0 ? (
        <Empty description={t('还没有可用的页面，请联系系统管理员分配权限。')} />
      ) : (
        <div className="zg-home-modules">
          {withPages.map(module => (
            <ModulePages key={module.moduleId} module={module} />
          ))}
        </div>
      )}
    </div>
  )
}
