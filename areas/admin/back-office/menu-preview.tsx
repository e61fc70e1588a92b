/** 试看: the menu as the people of a role will see it, changes that are not saved included. */
import { Tabs } from 'antd'
import { t } from '#platform/web/i18n/t.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import type { MenuPreview as Preview } from '../answers.ts'
import { QueryResult, useBackOffice } from './back-office-page.tsx'

type Module = Preview['modules'][number]
type Subject = Module['subjects'][number]

interface PreviewProps {
  readonly name: string
  readonly wish: object
  readonly onClose: () => void
}

export function MenuPreview({ name, wish, onClose }: PreviewProps) {
  const preview = useBackOffice<Preview>('/roleManagement/preview', wish)
  return (
    <TabModal open title={t('试看：{name}的菜单', { name })} footer={null} onCancel={onClose}>
      <QueryResult of={preview}>
        {({ modules }) => {
          const count = modules.reduce((sum, module) => sum + module.subjects.filter(one => !one.isMore).length, 0)
          return (
            <>
              <p className="zg-office-note">{t('菜单 {count} 项；灰色的在“更多”，只在全部应用和搜索里出现。', { count })}</p>
              <Tabs items={modules.map(module => ({ key: module.title, label: module.title, children: <ModuleMenu module={module} /> }))} />
            </>
          )
        }}
      </QueryResult>
    </TabModal>
  )
}

function ModuleMenu({ module: { subjects } }: { module: Module }) {
  const sections = [...new Set(subjects.map(one => one.section))]
  return sections.map(section => (
    <section key={section ?? ''}>
      {section !== null && <h3 className="zg-office-section">{section}</h3>}
      <ul className="zg-role-menu">{subjects.filter(one => one.section === section).map(line)}</ul>
    </section>
  ))
}

const line = ({ title, tabs, isMore }: Subject) => (
  <li key={title} data-more={isMore || undefined}>
    {title}
    {isMore && t('（更多）')}
    <small>{tabs.join(' · ')}</small>
  </li>
)
