# The commands of the house. `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help run test simulate mutants lint dist soak bench fuzz interop

help: ## what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: ## build what is missing and open the room on http://localhost:8080
	scripts/run

test: ## every test, installing what is missing
	scripts/test

simulate: ## whole rooms by their seeds, with crashes and store errors: SEEDS=500, or SEED=17 for one
	SEED="$(SEED)" SEEDS="$(SEEDS)" PROFILE="$(PROFILE)" scripts/simulate

mutants: ## mutates what decides about money and rights, and runs the tests against it: CRATE=seka, PART=0/8
	scripts/mutants $(CRATE) $(PART)

lint: ## formatting, clippy and eslint with warnings as errors, the direction of dependencies
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cargo test -q --locked -p kozyr --test house_rules --test conformance
	scripts/lint-page

dist: ## one statically linked binary with the page inside, and a container file, in dist/
	scripts/dist

soak: ## the long runs: millions of hands, every seven-card hand
	scripts/soak

bench: ## speed against peers, in one run
	scripts/bench

fuzz: ## fuzz every parser of outside bytes for a minute each
	fuzz/run

interop: ## hands we write, read and replayed by PokerKit, all variants action by action, read by hhp
	scripts/interop
