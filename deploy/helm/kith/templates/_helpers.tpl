{{- define "kith.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{/* Labels that select the pods of one part: dict "root" $ "part" "graph". */}}
{{- define "kith.selector" -}}
app.kubernetes.io/name: kith
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- define "kith.labels" -}}
{{ include "kith.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "kith.runsService" -}}
{{- if not .Values.service.upstreamUrl }}yes{{ end -}}
{{- end -}}

{{- define "kith.upstreamUrl" -}}
{{- .Values.service.upstreamUrl | default (printf "http://%s-service:4001" (include "kith.name" .)) -}}
{{- end -}}
