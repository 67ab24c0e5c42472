CREATE TABLE "memos" (
	"run_id" text NOT NULL,
	"key" text NOT NULL,
	"status" text NOT NULL,
	"value" json,
	CONSTRAINT "memos_run_id_key_pk" PRIMARY KEY("run_id","key")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"created_at" timestamp with time zone NOT NULL,
	"thread_pk" integer NOT NULL,
	"seq" integer NOT NULL,
	"step" integer NOT NULL,
	"v" smallint NOT NULL,
	"in_context" boolean NOT NULL,
	"archived" boolean NOT NULL,
	"id" text NOT NULL,
	"run_id" text NOT NULL,
	"role" text NOT NULL,
	"call_id" text,
	"superseded_by" text,
	"blocks" json NOT NULL,
	CONSTRAINT "messages_thread_pk_seq_pk" PRIMARY KEY("thread_pk","seq"),
	CONSTRAINT "messages_id" UNIQUE("thread_pk","id")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"owner_id" text NOT NULL,
	"order_id" text NOT NULL,
	"customer" text NOT NULL,
	"item" text NOT NULL,
	"status" text NOT NULL,
	"total" numeric NOT NULL,
	CONSTRAINT "orders_owner_id_order_id_pk" PRIMARY KEY("owner_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"owner_id" text NOT NULL,
	"order_id" text NOT NULL,
	"run_id" text NOT NULL,
	"call_id" text NOT NULL,
	"amount" numeric NOT NULL,
	CONSTRAINT "refunds_run_id_call_id_pk" PRIMARY KEY("run_id","call_id")
);
--> statement-breakpoint
CREATE TABLE "run_log" (
	"thread_pk" integer NOT NULL,
	"first_number" integer NOT NULL,
	"last_number" integer NOT NULL,
	"step" integer NOT NULL,
	"v" smallint NOT NULL,
	"run_id" text NOT NULL,
	"events" json NOT NULL,
	CONSTRAINT "run_log_thread_pk_last_number_pk" PRIMARY KEY("thread_pk","last_number")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"ordinal" bigserial NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"heartbeat_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"thread_pk" integer NOT NULL,
	"attempt" integer NOT NULL,
	"step" integer NOT NULL,
	"last_event" integer NOT NULL,
	"committed_event" integer NOT NULL,
	"first_event" integer NOT NULL,
	"last_record" integer NOT NULL,
	"first_record" integer NOT NULL,
	"v" smallint NOT NULL,
	"retained" boolean DEFAULT false NOT NULL,
	"stop_requested" boolean DEFAULT false NOT NULL,
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"workflow" text NOT NULL,
	"status" text NOT NULL,
	"data" json NOT NULL,
	"cursor" json NOT NULL,
	"interrupt" json,
	"error" json
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "threads" (
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"pk" serial PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"id" text NOT NULL,
	"owner_id" text NOT NULL,
	"title" text NOT NULL,
	CONSTRAINT "threads_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_thread_pk_threads_pk_fk" FOREIGN KEY ("thread_pk") REFERENCES "public"."threads"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_call" ON "messages" USING btree ("thread_pk","call_id") WHERE call_id is not null and superseded_by is null;--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("owner_id","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "runs_live" ON "runs" USING btree ("thread_pk") WHERE status in ('running', 'suspended');--> statement-breakpoint
CREATE INDEX "runs_latest" ON "runs" USING btree ("thread_pk","ordinal");--> statement-breakpoint
CREATE INDEX "runs_key" ON "runs" USING btree ("thread_pk","key");--> statement-breakpoint
CREATE INDEX "threads_owner" ON "threads" USING btree ("owner_id");