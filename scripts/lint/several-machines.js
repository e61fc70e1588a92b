/**
 * SQL that several machines refuse or answer otherwise, and one machine does not mind: found in the texts of templates and strings. What a
 * text alone does not tell is held against the statements that are sent (test/citus/habits.ts).
 */
const faults = [
  [/\bset_config\s*\(/i, 'set_config stays on the coordinator: `set local` in begin_write'],
  [/\bcitus\.propagate_set_commands\b/i, 'settings that travel make a refresh of a second take nine'],
  [/\bmerge\s+into\b/i, 'merge is refused on tables of several machines: insert … on conflict'],
  [
    /\bdo\s+update\s+set\b[^;]*\b(?:now|clock_timestamp|random|gen_random_uuid)\s*\(/i,
    'on conflict sets values: `excluded.at`, not a function',
  ],
  [/\bpg_cancel_backend\(\s*$/i, 'pg_cancel_backend is there twice on several machines: `${pid}::int`'],
]

const severalMachines = {
  meta: { type: 'problem', docs: { description: 'SQL that runs on one machine and on several' } },
  create(context) {
    const look = (node, text, follows = '') => {
      for (const [pattern, message] of faults)
        if (pattern.test(text) && !(message.startsWith('pg_cancel') && follows.startsWith('::int'))) context.report({ node, message })
    }
    return {
      TemplateElement(node) {
        const { quasis } = node.parent
        look(node, node.value.raw, quasis?.[quasis.indexOf(node) + 1]?.value.raw)
      },
      Literal(node) {
        if (typeof node.value === 'string') look(node, node.value)
      },
    }
  },
}

export default { meta: { name: 'sql' }, rules: { 'several-machines': severalMachines } }
