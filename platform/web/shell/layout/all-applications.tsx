/** 全部应用: the pinned ones, put in order by drag or keyboard, and every module with its pages. */
import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { feedback } from '../../api/feedback.ts'
import { t } from '../../i18n/t.ts'
import { useKeepCommonMenu, usePinned } from '../../home/common-menu.ts'
import { Sortable } from '../../widgets/sortable.tsx'
import { pin } from '../../page/pins.ts'
import { leavesOf, pagesIn } from '../../page/routes.ts'
import { isSystemAdministrator, type MenuNode, type Module } from '../../page/profile.ts'
import type { Matcher } from '../../page/find-pages.ts'
import { useMatcher } from '../search/use-matcher.ts'
import { clearableText } from '../../widgets/clearable.tsx'
import { useShell } from '../../page/shell-context.ts'
import { ModulePages, useEntryPath, useOpenModule } from '../../home/module-pages.tsx'
import { RolePins } from './role-pins.tsx'

interface PinEditorProps {
  readonly modules: readonly Module[]
  readonly ids: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}

function PinEditor({ modules, ids, onChange }: PinEditorProps) {
  const items = ids.flatMap(id => {
    const title = modules.find(module => module.moduleId === id)?.title
    return title === undefined ? [] : [{ id, title }]
  })
  return (
    <Sortable
      items={items}
      onChange={onChange}
      className="zg-pins"
      itemClassName="zg-pin"
      beside={({ id, title }) => (
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('取消置顶{title}', { title })}
          onClick={() => onChange(ids.filter(one => one !== id))}
        />
      )}
    />
  )
}

function PinnedModules({ ids, onOpen }: { ids: readonly string[]; onOpen: () => void }) {
  const { modules } = useShell()
  const openModule = useOpenModule()
  return (
    <ul className="zg-pins">
      {ids.flatMap(id => {
        const module = modules.find(one => one.moduleId === id)
        if (module === undefined) return []
        const go = (): void => {
          onOpen()
          openModule(module)
        }
        return [
          <li key={id} className="zg-pin">
            <button type="button" onClick={go}>
              {module.title}
            </button>
          </li>,
        ]
      })}
    </ul>
  )
}

interface PinsHeadProps {
  readonly ids: readonly string[]
  readonly isEditing: boolean
  readonly busy: boolean
  readonly onEdit: () => void
  readonly onSave: () => void
}

function PinsHead({ ids, isEditing, busy, onEdit, onSave }: PinsHeadProps) {
  const { profile } = useShell()
  const [forRole, setForRole] = useState(false)
  return (
    <div className="zg-pins-head">
      <h2>{t('置顶应用')}</h2>
      <div className="zg-pins-actions">
        {isSystemAdministrator(profile) && (
          <Button size="small" disabled={ids.length === 0} onClick={() => setForRole(true)}>
            {t('设为角色默认')}
          </Button>
        )}
        {isEditing ? (
          <Button size="small" type="primary" loading={busy} onClick={onSave}>
            {t('保存')}
          </Button>
        ) : (
          <Button size="small" onClick={onEdit}>
            {t('编辑')}
          </Button>
        )}
      </div>
      {forRole && <RolePins ids={ids} onClose={() => setForRole(false)} />}
    </div>
  )
}

/** Modules with the entries whose title, or a page of theirs, is looked for; a module that is named shows all of its. */
function fitting(modules: readonly Module[], query: string, match: Matcher): readonly Module[] {
  const wanted = query.trim()
  if (wanted === '') return modules
  const titles = (menu: MenuNode): string[] =>
    [menu, ...pagesIn(menu.children ?? [])].flatMap(({ meta }) => [meta.title, ...(meta.formerly === undefined ? [] : [meta.formerly])])
  return modules.flatMap(module => {
    if (match(module.title, wanted) !== false) return [module]
    const menus = leavesOf(module.menus).filter(menu => {
      const whole = module.menus.find(one => one.menuId === menu.menuId) ?? menu
      return titles(whole).some(title => match(title, wanted) !== false)
    })
    return menus.length === 0 ? [] : [{ ...module, menus }]
  })
}

interface SearchProps {
  readonly query: string
  readonly onChange: (query: string) => void
  readonly onEnter: () => void
}

function Search({ query, onChange, onEnter }: SearchProps) {
  return (
    <Input
      autoFocus
      allowClear={clearableText()}
      value={query}
      placeholder={t('搜索应用和页面')}
      aria-label={t('搜索应用和页面')}
      onChange={event => onChange(event.target.value)}
      onPressEnter={onEnter}
    />
  )
}

export default function AllApplications({ onOpen }: { onOpen: () => void }) {
  const { modules, open } = useShell()
  const entry = useEntryPath()
  const { match } = useMatcher()
  const [query, setQuery] = useState('')
  const shown = fitting(modules, query, match)
  const openFirst = (): void => {
    const first = shown.flatMap(module => leavesOf(module.menus))[0]
    if (first === undefined || query.trim() === '') return
    onOpen()
    open(entry(first))
  }
  const keep = useKeepCommonMenu()
  const saved = usePinned(modules.map(module => module.moduleId))
  const [draft, setDraft] = useState<readonly string[] | null>(null)
  const [busy, setBusy] = useState(false)

  const save = async (): Promise<void> => {
    if (draft === null) return
    setBusy(true)
    try {
      await keep('MODULE', draft)
      setDraft(null)
    } catch (error) {
      // the message has been shown, the draft stays
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }
  const add = (id: string): void => {
    const pinning = pin(draft ?? saved, id)
    if ('refusal' in pinning) feedback.warning(t(pinning.refusal))
    else setDraft(pinning.ids)
  }
  return (
    <div className="zg-all">
      <Search query={query} onChange={setQuery} onEnter={openFirst} />
      <PinsHead ids={draft ?? saved} isEditing={draft !== null} busy={busy} onEdit={() => setDraft(saved)} onSave={() => void save()} />
      {draft === null ? <PinnedModules ids={saved} onOpen={onOpen} /> : <PinEditor modules={modules} ids={draft} onChange={setDraft} />}
      <div className="zg-applications">
        {shown.length === 0 && <p className="zg-found-none">{t('没有找到页面，换个词试试')}</p>}
        {shown.map(module => (
          <ModulePages
            key={module.moduleId}
            module={module}
            withMore
            onOpen={onOpen}
            extra={
              draft !== null &&
              !draft.includes(module.moduleId) && (
                <Button
                  type="text"
                  size="small"
                  icon={<PlusOutlined aria-hidden />}
                  aria-label={t('置顶{title}', { title: module.title })}
                  onClick={() => add(module.moduleId)}
                />
              )
            }
          />
        ))}
      </div>
    </div>
  )
}
