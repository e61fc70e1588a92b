/** What a role may do: each subject with its level and place in the menu, unfolded the operations of its pages; then the single rights. */
import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Checkbox, Empty, Input, Segmented, Select } from 'antd'
import { useState } from 'react'
import { isSensitive, levelOf, levelsOf, pairOf, pairsOfLevel, type LevelOrNone } from '#platform/format/levels.ts'
import { t } from '#platform/web/i18n/t.ts'
import { clearableText } from '#platform/web/widgets/clearable.tsx'
import type { ModuleFace, PermissionFace, SubjectFace } from '../answers.ts'
import { matchesText } from './matches-text.tsx'
import { leveled, opens, permissionsIn, singleRights, toggled, withLevel } from './role-edit.tsx'
import { SingleRights } from './single-rights.tsx'

interface SubjectsProps {
  readonly modules: readonly ModuleFace[]
  readonly pairs: ReadonlySet<string>
  /** menu ids of what stands in 全部应用 alone */
  readonly more: ReadonlySet<string>
  readonly disabled: boolean
  readonly onChange: (pairs: ReadonlySet<string>) => void
  readonly onMore: (menuId: string, isMore: boolean) => void
}

const levelTitle = (level: LevelOrNone): string =>
  ({ none: t('无'), view: t('查看'), handle: t('处理'), manage: t('管理'), custom: t('自定义') })[level]

/** Modules with the subjects that fit; one whose module or own title fits is whole. */
function searched(modules: readonly ModuleFace[], typed: string, keep: (subject: SubjectFace) => boolean): ModuleFace[] {
  return modules.flatMap(module => {
    const subjects = module.subjects.filter(subject => {
      const own = permissionsIn(module, subject)
      return (
        keep(subject) &&
        (matchesText(module.title, typed) ||
          matchesText(subject.title, typed) ||
          own.some(one => [...one.pages, ...one.operations.map(o => o.title)].some(title => matchesText(title, typed))))
      )
    })
    return subjects.length === 0 ? [] : [{ ...module, subjects }]
  })
}

export function RoleSubjects(props: SubjectsProps) {
  const { modules, pairs } = props
  const [typed, setTyped] = useState('')
  const [isGrantedOnly, setGrantedOnly] = useState(false)
  const holds = (module: ModuleFace, subject: SubjectFace): boolean => permissionsIn(module, subject).some(one => isHeld(one, pairs))
  const shown = searched(modules, typed, subject => !isGrantedOnly || modules.some(module => holds(module, subject)))
  return (
    <div className="zg-office-panel">
      <div className="zg-office-row">
        <Input.Search
          allowClear={clearableText()}
          className="zg-office-find"
          aria-label={t('搜索权限或操作')}
          placeholder={t('搜索权限或操作')}
          onChange={event => setTyped(event.target.value.trim())}
        />
        <Segmented
          aria-label={t('显示')}
          value={isGrantedOnly ? 'granted' : 'all'}
          options={[
            { value: 'all', label: t('全部') },
            { value: 'granted', label: t('已授予') },
          ]}
          onChange={value => setGrantedOnly(value === 'granted')}
        />
      </div>
      {shown.length === 0 && (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={isGrantedOnly && typed === '' ? t('这个角色还没有任何操作权限') : t('没有匹配的权限')}
        />
      )}
      {shown.map(module => (
        <section key={module.moduleId}>
          <h2 className="zg-office-section">{module.title}</h2>
          {module.subjects.map(subject => (
            <Subject key={subject.menuId} {...props} module={module} subject={subject} isSearched={typed !== ''} />
          ))}
        </section>
      ))}
      <SingleRights
        rights={singleRights(modules, pairs).filter(one => matchesText(one.place, typed) || matchesText(one.title, typed))}
        pairs={pairs}
        disabled={props.disabled}
        onChange={props.onChange}
      />
    </div>
  )
}

const isHeld = ({ permissionId, operations }: PermissionFace, pairs: ReadonlySet<string>): boolean =>
  operations.some(({ operation }) => pairs.has(pairOf(permissionId, operation)))

interface SubjectProps extends SubjectsProps {
  readonly module: ModuleFace
  readonly subject: SubjectFace
  readonly isSearched: boolean
}

function Subject({ module, subject, isSearched, pairs, more, disabled, onChange, onMore }: SubjectProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const permissions = permissionsIn(module, subject).filter(one => one.operations.some(({ operation }) => !isSensitive(operation)))
  const of = leveled(permissions)
  const level = levelOf(of, pairs)
  const isOpen = (isUnfolded || isSearched) && permissions.length > 0
  const isSeen = opens(module, subject, pairs)
  const options = (['none', ...levelsOf(of), ...(level === 'custom' ? (['custom'] as const) : [])] as const).map(value => ({
    value,
    label: levelTitle(value),
    // it is what is unfolded, and cannot be chosen
    disabled: value === 'custom',
  }))
  return (
    <div className="zg-subject">
      <div className="zg-subject-row">
        {permissions.length === 0 ? (
          <span className="zg-subject-title">{subject.title}</span>
        ) : (
          <Button
            type="text"
            className="zg-subject-title"
            icon={isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
            aria-expanded={isOpen}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            {subject.title}
          </Button>
        )}
        {permissions.length === 0 ? (
          <span className="zg-office-note">{t('人人可用')}</span>
        ) : (
          <Segmented
            size="small"
            aria-label={t('{title}的级别', { title: subject.title })}
            disabled={disabled}
            value={level}
            options={options}
            onChange={value => onChange(withLevel(pairs, of, value === 'custom' ? [] : pairsOfLevel(of, value)))}
          />
        )}
        <Select
          size="small"
          className="zg-subject-place"
          aria-label={t('{title}的位置', { title: subject.title })}
          disabled={disabled || !isSeen}
          value={isSeen ? (more.has(subject.menuId) ? 'more' : 'menu') : null}
          placeholder="—"
          options={[
            { value: 'menu', label: t('在菜单中') },
            { value: 'more', label: t('更多') },
          ]}
          onChange={value => onMore(subject.menuId, value === 'more')}
        />
      </div>
      {isOpen &&
        permissions.map(one => <Permission key={one.permissionId} one={one} pairs={pairs} disabled={disabled} onChange={onChange} />)}
    </div>
  )
}

interface PermissionProps extends Pick<SubjectsProps, 'pairs' | 'disabled' | 'onChange'> {
  readonly one: PermissionFace
}

function Permission({ one, pairs, disabled, onChange }: PermissionProps) {
  const operations = one.operations.filter(({ operation }) => !isSensitive(operation))
  return (
    <div className="zg-subject-pages">
      <small>{one.pages.join(t('、'))}</small>
      <Checkbox.Group
        className="zg-office-operations"
        role="group"
        aria-label={one.title}
        disabled={disabled}
        value={operations.filter(face => pairs.has(pairOf(one.permissionId, face.operation))).map(face => face.operation)}
        options={operations.map(face => ({ value: face.operation, label: face.title }))}
        onChange={chosen => onChange(toggled(pairs, { ...one, operations }, chosen))}
      />
    </div>
  )
}
