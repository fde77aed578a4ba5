/**
 * Design tokens and accessible components. Import `@parley/ui/theme.css` once, before any component; it contains the
 * tokens, the fonts and Tailwind.
 *
 * Components contain no text: all labels are props.
 */
export { Button, type ButtonProps } from './controls/button.tsx'
export { buttonStyles } from './controls/button-styles.ts'
export { CallButton } from './controls/call-button.tsx'
export { Checkbox } from './controls/checkbox.tsx'
export { Field } from './controls/field.tsx'
export { useFieldControl } from './controls/field-context.ts'
export { Icon, type IconType } from './controls/icon.tsx'
export { IconButton, type IconButtonProps } from './controls/icon-button.tsx'
export { Input, SearchInput, TextArea } from './controls/input.tsx'
export { Key, telephoneKeys } from './controls/key.tsx'
export { ButtonLink, type ButtonLinkProps, Link } from './controls/link.tsx'
export { NumberField } from './controls/number-field.tsx'
export { PanelControl } from './controls/panel-control.tsx'
export { PasswordField } from './controls/password-field.tsx'
export { SecretInput } from './controls/secret-input.tsx'
export { Select, type SelectOption } from './controls/select.tsx'
export { Switch } from './controls/switch.tsx'
export { FilterPills, type TabChoice, Tabs } from './controls/tabs.tsx'
export { Avatar, initialsOf, type Voice, voiceClass, voiceOf } from './display/avatar.tsx'
export { Badge } from './display/badge.tsx'
export { Card } from './display/card.tsx'
export { EmptyState } from './display/empty-state.tsx'
export { Lamp } from './display/lamp.tsx'
export { LevelMeter } from './display/level-meter.tsx'
export { List, ListRow } from './display/list.tsx'
export { Mark } from './display/mark.tsx'
export { Note, type NoteTone } from './display/note.tsx'
export { Progress } from './display/progress.tsx'
export { type Quality, QualityBars } from './display/quality-bars.tsx'
export { Skeleton } from './display/skeleton.tsx'
export { Spinner } from './display/spinner.tsx'
export { StatusLine } from './display/status-line.tsx'
export { Table, type TableColumn } from './display/table.tsx'
export { formatLength, formatPosition, formatRinging } from './format/durations.ts'
export { formatCount, formatCountry, formatMoney, formatNames } from './format/numbers.ts'
export {
  formatAgo,
  formatDay,
  formatFullTime,
  formatTime,
  formatWhen,
  type TimeContext,
} from './format/times.ts'
export { type CheckedForm, type FormProblems, useCheckedForm } from './forms/use-checked-form.ts'
export { Dialog, Question } from './overlays/dialog.tsx'
export { Drawer } from './overlays/drawer.tsx'
export { FullScreenAlert } from './overlays/full-screen-alert.tsx'
export { Menu, MenuChoices, MenuItem, MenuLine } from './overlays/menu.tsx'
export { focusPage, hasNoFocus } from './overlays/return-focus.ts'
export { type ToastMessage, ToastProvider, useToast } from './overlays/toast.tsx'
export { Tooltip } from './overlays/tooltip.tsx'
export { Gate, GateSheet, OrDivider } from './shell/gate.tsx'
export { Page, RailItem, railLinkStyles, Shell } from './shell/shell.tsx'
export { SideNav, sideLinkStyles } from './shell/side-nav.tsx'
export { Theme, useThemeMode } from './theme/theme.tsx'
export { detectThemeMode, type ThemeMode, watchThemeMode } from './theme/theme-mode.ts'
